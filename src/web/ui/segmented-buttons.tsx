import control from './control.module.css';

interface SegmentedButtonsProps<T extends string> {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly chosen: T | undefined;
  readonly onChoose: (value: T) => void;
}

/** A few choices side by side, at most one of them pressed. */
export function SegmentedButtons<T extends string>({ label, name, options, chosen, onChoose }: SegmentedButtonsProps<T>) {
  return (
    <div role="group" aria-label={label} className={control.segments}>
      {options.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          name={name}
          value={value}
          aria-pressed={value === chosen}
          className={control.segment}
          onClick={() => onChoose(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
