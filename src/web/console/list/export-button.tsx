import { useEffect, useRef, useState } from 'react';

import { ApiFailure } from '../../../contract/exchange.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { type AnyAsked, type Ask, useAsk } from '../asking/console-api.ts';
import { saveFile } from '../asking/save-file.ts';
import type { QuestionId } from '../asking/use-question.ts';
import { failureWords } from '../parts/asked.tsx';
import { EXPORT } from './list-words.ts';
import styles from './list.module.css';

interface ExportProps {
  readonly id: QuestionId;
  readonly asked: AnyAsked;
  /** The filter of the page itself, for rows that are loaded whole. */
  readonly isFound: (row: unknown) => boolean;
}

type Progress =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' | 'done'; readonly rows: number }
  | { readonly kind: 'failed'; readonly error: Error };

/** Saves everything that matches a list's filters as a CSV file, page by page. */
export function ExportButton({ id, asked, isFound }: ExportProps) {
  const ask = useAsk();
  const { count } = useNumberFormat();
  const [progress, setProgress] = useState<Progress>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const { signal } = (running.current = new AbortController());
    let rows = 0;
    try {
      setProgress({ kind: 'running', rows });
      const { csvColumns, csvRow, mostRows } = await import('./export-csv.ts');
      const { list, columns } = csvColumns(id);
      // Browsers may keep blobs on disk, but not long strings.
      const parts = [new Blob([`\ufeff${columns.join(',')}\r\n`])];
      for await (const answered of pagesOf(ask, id, { ...asked, query: { ...asked.query, limit: mostRows(id) } }, list, signal)) {
        const page = answered.filter(isFound);
        parts.push(new Blob([page.map((row) => csvRow(row, columns)).join('')]));
        rows += page.length;
        setProgress({ kind: 'running', rows });
      }
      if (signal.aborted) return setProgress({ kind: 'none' });
      saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${id}.csv`);
      setProgress({ kind: 'done', rows });
    } catch (error) {
      setProgress({ kind: 'failed', error: error as Error });
    }
  };
  const isRunning = progress.kind === 'running';
  return (
    <>
      <span role="status" className={styles.progress}>
        {progress.kind === 'running'
          ? EXPORT.progress(count(progress.rows))
          : progress.kind === 'done'
            ? EXPORT.done(count(progress.rows))
            : progress.kind === 'failed'
              ? failureWords(progress.error)
              : ''}
      </span>
      <button type="button" className={control.words} onClick={() => (isRunning ? running.current?.abort() : void run())}>
        {isRunning ? EXPORT.stop : EXPORT.opens}
      </button>
    </>
  );
}

/** How long to wait after the server asks for fewer requests, in milliseconds. */
const BUSY_MS = 1000;

async function* pagesOf(ask: Ask, id: QuestionId, asked: AnyAsked, list: string, signal: AbortSignal): AsyncGenerator<readonly unknown[]> {
  for (let before: string | number | undefined; !signal.aborted;) {
    const query = { ...asked.query, before };
    const answer = await ask(id, { ...asked, query } as never).then(
      (exchanged) => exchanged.answer as Readonly<Record<string, unknown>>,
      (error: unknown) => {
        if (error instanceof ApiFailure && error.status === 429) return undefined;
        throw error;
      },
    );
    if (answer === undefined) {
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      continue;
    }
    yield answer[list] as readonly unknown[];
    if (answer.next === null || answer.next === undefined) return;
    before = answer.next as string | number;
  }
}
