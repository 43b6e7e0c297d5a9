import type { PlayerPage } from '../../../contract/player-answers.ts';
import { notify } from '../../ui/floating/notice.ts';
import control from '../../ui/control.module.css';
import { useIsMe, writeMe } from './me.ts';
import { forgetVisits } from './visits.ts';

/** Says that the player on this page is the person in front of the screen, or takes it back. Only this browser knows. */
export function ThisIsMe({ player: { username, displayName } }: { readonly player: PlayerPage['player'] }) {
  const isMe = useIsMe(username);
  const press = () => {
    // What was remembered was remembered for whoever this was before.
    forgetVisits();
    writeMe(isMe ? undefined : { username, name: displayName });
    notify(isMe ? 'Your row is no longer marked.' : 'Your row is now marked on every board, on this device only.');
  };
  return (
    <button type="button" name="me" className={control.button} onClick={press}>
      {isMe ? 'This is not me' : 'This is me'}
    </button>
  );
}
