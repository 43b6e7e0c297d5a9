import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import control from '../../ui/control.module.css';
import { useDownload } from '../asking/use-download.ts';

const WORDS = { label: 'Download replay', none: 'No replay of this play is kept.' };

/** Downloads the replay of a play; renders nothing for other events. */
export function Replay({ board, event }: { readonly board: string; readonly event: string }) {
  const { state, download } = useDownload(targetOf(ENDPOINTS.replay, { board, event }));
  if (!event.startsWith('play-')) return null;
  return (
    <p>
      <button type="button" className={control.words} onClick={() => void download()}>
        {WORDS.label}
      </button>
      <span role="alert">{state === 'failed' ? WORDS.none : null}</span>
    </p>
  );
}
