import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { useAddress } from '../asking/use-address.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { WorkTold } from '../parts/work-told.tsx';

/** Forgets who a player was, for ever. */
export function ErasePlayer({ player: { username, displayName } }: { readonly player: PlayerData['player'] }) {
  const { say } = useAddress();
  return (
    <ActDialog label="Erase" title={`Erase ${displayName} for ever`}>
      {(close) => (
        <ActForm
          act="erasePlayer"
          label="Erase for ever"
          typed={username}
          asked={() => ({ username })}
          done={({ traces }) =>
            traces === 'gone'
              ? 'The player is erased. Nothing of them is left in the database.'
              : 'The player is erased. The last traces in the files of the database go by themselves.'
          }
          onDone={() => {
            close();
            say({ player: '', board: '' }, { replace: true });
          }}
        >
          <p>
            <strong>What is gone:</strong> the username, the display name, the avatar, their page, and the ids of their events. If your game
            sends one of those events again, it is of a new player.
          </p>
          <p>
            <strong>What stays:</strong> their points and ranks, of an “Erased player”. Backups from before still have the name: erase again
            after you restored one.
          </p>
          <WorkTold of="erasure" />
        </ActForm>
      )}
    </ActDialog>
  );
}
