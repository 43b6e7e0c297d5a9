import { MODES, type Mode } from '../../contract/view.ts';
import { SegmentedButtons } from '../ui/segmented-buttons.tsx';

const NAMES: Record<Mode, string> = { overall: 'Overall', weekly: 'Weekly', monthly: 'Monthly', 'all-time': 'All Time' };

/** The modes of the leaderboards page. */
export function ModeButtons({ chosen, onChoose }: { readonly chosen: Mode; readonly onChoose: (mode: Mode) => void }) {
  return (
    <SegmentedButtons
      label="Mode"
      name="mode"
      options={MODES.map((mode) => ({ value: mode, text: NAMES[mode] }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
