import { useBoards } from '../asking/use-boards.ts';
import { ChoiceField } from './fields.tsx';

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
