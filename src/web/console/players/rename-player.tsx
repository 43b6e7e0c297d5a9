import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { useAddress } from '../asking/use-address.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';

/** Calls a player otherwise. Only what was changed is sent. */
export function RenamePlayer({ player }: { readonly player: PlayerData['player'] }) {
  const { say } = useAddress();
  const { username, displayName, avatar } = player;
  return (
    <ActDialog label="Rename" title={`Rename ${displayName}`}>
      {(close) => (
        <ActForm
          act="renamePlayer"
          label="Save the names"
          asked={(form) => {
            const typed = { username: textOf(form, 'username'), displayName: textOf(form, 'displayName'), avatar: textOf(form, 'avatar') };
            return {
              username,
              body: {
                ...(typed.username !== username && { username: typed.username }),
                ...(typed.displayName !== displayName && { displayName: typed.displayName }),
                ...(typed.avatar !== avatar && { avatar: typed.avatar }),
              },
            };
          }}
          done={(named) => `${displayName} is called ${named.displayName} now.`}
          onDone={(named) => {
            close();
            if (named.username !== username) say({ player: named.username }, { replace: true });
          }}
        >
          <TextField
            name="username"
            label="Username"
            hint="The old one is free then: points that your game posts under it are of a new player."
            defaultValue={username}
            required
            maxLength={64}
          />
          <TextField name="displayName" label="Display name" defaultValue={displayName} required maxLength={64} />
          <TextField name="avatar" label="Avatar" hint="One emoji." defaultValue={avatar} required />
        </ActForm>
      )}
    </ActDialog>
  );
}
