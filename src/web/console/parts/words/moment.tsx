import { useNumberFormat } from '../../../ui/number-format.ts';

/** A moment in the reader's own time, exact when it is pointed at; where there is none, "never". */
export function Moment({ at }: { readonly at: string | null }) {
  const { locale } = useNumberFormat();
  if (at === null) return 'never';
  const date = new Date(at);
  return (
    <time dateTime={at} title={at}>
      {date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
