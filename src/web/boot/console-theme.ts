// Inlined in the console's head and run before the first paint.
import { applyStoredTheme } from '../site/theme/theme.ts';

applyStoredTheme();
