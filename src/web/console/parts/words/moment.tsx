import { useNumberFormat } from '../../../ui/number-format.ts';

/** A moment in the reader's own time, exact when it is pointed at. */
export function Moment({ at }: { readonly at: string }) {
  const { locale } = useNumberFormat();
  const date = new Date(at);
  return (
    <time dateTime={at} title={at}>
      {date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
