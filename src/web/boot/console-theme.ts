// Runs inline in the console's head, before anything is painted.
import { applyStoredTheme } from '../site/theme/theme.ts';

applyStoredTheme();
