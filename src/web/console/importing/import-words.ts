// Texts of the page for importing a file.
import { bytesText } from '../parts/words/bytes-text.ts';

const rows = (count: number, text: string) => `${text} ${count === 1 ? 'row' : 'rows'}`;
const events = (count: number, text: string) => `${text} ${count === 1 ? 'event' : 'events'}`;

export const IMPORT = {
  page: { title: 'Import', lead: 'Points from a CSV file. Every row is checked before anything is stored.' },
  file: {
    label: 'File',
    hint: 'Choose a file or drop it here. Columns: id, username and points; optional: at, display_name, activity and avatar. A .jsonl file has one event of the API on each line.',
  },
  anyDate: { label: 'Accept events dated 1 January 1970', hint: 'Usually such a date means that the time was never set.' },
  tooLarge: (bytes: number, most: number) =>
    `The file has ${bytesText(bytes, 'en')}; a browser imports up to ${bytesText(most, 'en')}. Split it, or run “laurels import FILE” on the server.`,
  unreadable: (message: string, line?: number) => (line === undefined ? message : `Line ${line}: ${message}`),
  emptyFile: 'The file is empty.',
  gone: 'The file can’t be read. Choose it again.',
  said: {
    choosing: '',
    checking: 'Checking the file.',
    checked: 'File checked. Nothing has been stored yet.',
    importing: 'Importing.',
    stopped: 'Import stopped.',
    done: 'Import finished.',
  },
  checking: (count: number, text: string) => `Checking: ${rows(count, text)} so far`,
  checked: {
    title: 'Check',
    none: 'The file has no rows to import.',
    fine: (count: number, text: string) => `${rows(count, text)} ready to import. Nothing has been stored yet.`,
    faulty: (count: number, text: string, ready: string) =>
      `${rows(count, text)} can’t be imported; ${ready} can. Nothing has been stored yet. Correct the file and choose it again, or leave those rows out.`,
    columns: 'Columns',
    first: (shown: number) => `The first ${shown} rows that can’t be imported`,
    line: (line: string) => `Line ${line}`,
    heads: { line: 'Place', fault: 'Problem' },
  },
  start: (count: number, text: string) => `Import ${rows(count, text)}`,
  startRest: (count: number, text: string) => `Import the other ${count === 1 ? 'row' : rows(count, text)}`,
  resume: 'Continue',
  stop: 'Stop',
  importing: (file: string) => `Importing ${file}`,
  of: (done: string, total: string) => `${done} of ${total}`,
  stopped: {
    title: 'Import stopped',
    told: (done: string, total: string) =>
      `${done} of ${total} rows were sent, and stay. Continue now, or choose the same file later: rows that are in are skipped.`,
  },
  done: {
    title: 'Import finished',
    told: (fresh: number, text: string, board: string) => `${events(fresh, text)} added to ${board}.`,
    known: (count: number, text: string) => `${events(count, text)} had been recorded before.`,
    late: (count: number, text: string) =>
      `${events(count, text)} came after a period closed, and count only in periods that are still open.`,
    refused: (count: number, text: string) => `${rows(count, text)} refused by the server`,
    another: 'Import another file',
    see: 'See the imported events',
  },
  undo: {
    opens: 'Undo import',
    title: 'Undo this import',
    label: 'Void the imported events',
    reason: (file: string) => `The import of ${file} was undone.`.slice(0, 200),
    told: 'The events stay in the ledger and count nowhere. Final results do not change. Undo it in the audit log.',
    inSteps: (events: string, most: string) =>
      `Up to ${events} events are voided in steps of ${most}, each with its own entry in the audit log.`,
    busy: (count: number, text: string) => `Voiding: ${events(count, text)} so far`,
    done: (count: number, text: string) => `${events(count, text)} voided.`,
  },
  unfinished: {
    title: 'Unfinished imports',
    heads: { file: 'File', board: 'Board', started: 'Started', seen: 'Last active' },
    none: 'No imports are unfinished.',
    end: { opens: 'End import', label: 'End import' },
    endTold:
      'Events that are in stay. Periods that the import held open become final. To continue instead, choose the same board and file.',
    ended: (file: string) => `Import of ${file} ended.`,
  },
} as const;
