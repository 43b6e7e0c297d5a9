import { useBoards } from '../../asking/use-boards.ts';
import { ChoiceField, SeveralField } from './fields.tsx';

interface BoardFieldProps {
  readonly chosen: string;
  /** What a choice of none says; none can be left out only where it says something. */
  readonly none?: string;
  readonly name?: string;
  readonly label?: string;
}

/** One of the boards. */
export function BoardField({ chosen, none, name = 'board', label = 'Board' }: BoardFieldProps) {
  const options = useBoards().map(({ name: value, title, state }) => ({
    value,
    text: state === 'archived' ? `${title} (archived)` : title,
  }));
  return (
    <ChoiceField
      // The boards may come after the form: it begins with the chosen one then.
      key={options.length}
      name={name}
      label={label}
      defaultValue={chosen}
      options={none === undefined ? options : [{ value: '', text: none }, ...options]}
    />
  );
}

interface BoardsFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly chosen: readonly string[];
}

/** Any of the boards. What is chosen can be ticked before the boards are known, so that a form which is sent then keeps it. */
export function BoardsField({ name, label, hint, chosen }: BoardsFieldProps) {
  const boards = useBoards();
  const options = [
    ...boards.map(({ name: value, title }) => ({ value, text: title === value ? title : `${title} (${value})` })),
    ...chosen.filter((each) => boards.every((board) => board.name !== each)).map((value) => ({ value, text: value })),
  ];
  return <SeveralField key={boards.length} name={name} label={label} hint={hint} options={options} chosen={chosen} />;
}
