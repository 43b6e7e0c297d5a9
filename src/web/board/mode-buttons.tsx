import { MODES, type Mode } from '../../contract/view.ts';
import { SegmentedButtons } from '../ui/segmented-buttons.tsx';
import { MODE, MODE_NAMES } from './board-words.ts';

/** The modes of the leaderboards page. */
export function ModeButtons({ chosen, onChoose }: { readonly chosen: Mode; readonly onChoose: (mode: Mode) => void }) {
  return (
    <SegmentedButtons
      label={MODE}
      name="mode"
      options={MODES.map((mode) => ({ value: mode, text: MODE_NAMES[mode] }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
