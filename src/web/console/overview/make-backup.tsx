import type { ApiOverview } from '../../../contract/server-answers.ts';
import { useQuestion } from '../asking/use-question.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ActForm } from '../parts/form/act-form.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { bytesText } from './bytes-text.ts';

/** The backups that are kept, and one more; or why there are none. */
export function MakeBackup({ overview: { backups } }: { readonly overview: ApiOverview }) {
  const { locale } = useNumberFormat();
  const { answer } = useQuestion('backups', undefined, { isAsked: backups.schedule !== null });
  if (backups.schedule === null) return <p>{backups.trouble}</p>;
  return (
    <>
      <DataTable
        caption="Backups"
        rows={answer?.backups ?? []}
        keyOf={({ name }) => name}
        none="There is no backup yet."
        columns={[
          { head: 'File', cell: ({ name }) => name },
          { head: 'Made', cell: ({ madeAt }) => <Moment at={madeAt} /> },
          { head: 'Made by', cell: ({ origin }) => (origin === 'manual' ? 'hand' : 'schedule') },
          { head: 'Checked', cell: ({ checked }) => (checked ? 'yes' : 'no') },
          { head: 'Size', cell: ({ bytes }) => bytesText(bytes, locale), isNumber: true },
        ]}
      />
      <ActForm act="makeBackup" label="Make a backup now" asked={() => ({})} done={({ file }) => `The backup is made: ${file}`} />
    </>
  );
}
