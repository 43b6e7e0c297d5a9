import type { PlayerVisibility } from '../../../contract/game-answers.ts';
import type { ApiAnyPlayer } from '../../../contract/lookup.ts';
import type { PlayerData } from '../../../contract/operation/players.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { ActsOf } from '../parts/acts-of.tsx';
import { TextField } from '../parts/fields.tsx';
import { changesIn } from '../parts/form-body.ts';
import { WorkTold } from '../parts/work-told.tsx';

interface OfPlayer {
  readonly player: PlayerData['player'];
}

/** What can be done about a player. */
export function PlayerActs({ data: { player, visibility } }: { readonly data: PlayerData }) {
  return (
    <>
      <RenamePlayer player={player} />
      <SetVisibility player={player} to={visibility.state === 'shown' ? 'hidden' : 'shown'} />
      {visibility.state === 'removed' ? null : <SetVisibility player={player} to="removed" />}
      <MergePlayer player={player} />
      <ActsOf on={{ username: player.username }} name={player.displayName} />
      <ErasePlayer player={player} />
    </>
  );
}

/** Calls a player otherwise. Only what was changed is sent. */
function RenamePlayer({ player }: OfPlayer) {
  const { say } = useAddress();
  const { username, displayName } = player;
  return (
    <Act
      act="renamePlayer"
      opens="Rename"
      look="button"
      title={`Rename ${displayName}`}
      label="Save the names"
      kept={player}
      on={{ username }}
      asked={(_, body) => ({ body: changesIn(body, player) })}
      done={(named) => `${displayName} is called ${named.displayName} now.`}
      onDone={(named) => {
        if (named.username !== username) say({ player: named.username }, { replace: true });
      }}
    >
      <TextField
        name="username"
        label="Username"
        hint="The old one is free then: points that your game posts under it are of a new player."
        required
      />
      <TextField name="displayName" label="Display name" required />
      <TextField name="avatar" label="Avatar" hint="One emoji." required />
    </Act>
  );
}

const VISIBILITY_ACTS = {
  hidden: {
    label: 'Hide',
    order: 'Hide this player',
    explained: 'They leave every open ranking, and nobody is told. Their points are kept, and new ones count once you show them again.',
    done: 'is hidden.',
  },
  removed: {
    label: 'Remove',
    order: 'Remove this player',
    explained: 'They leave every open ranking, and their page says why. Their points are kept. You can show them again.',
    done: 'is removed.',
  },
  shown: {
    label: 'Show again',
    order: 'Show this player again',
    explained: 'They return to every open ranking with all their points.',
    done: 'is shown again.',
  },
} as const;

/** Hides a player, removes one, or shows one again. */
function SetVisibility({ player: { username, displayName }, to }: OfPlayer & { readonly to: PlayerVisibility['state'] }) {
  const { label, order, explained, done } = VISIBILITY_ACTS[to];
  return (
    <Act
      act="setPlayerVisibility"
      opens={label}
      look="button"
      title={`${label}: ${displayName}`}
      label={order}
      on={{ username }}
      says={{ state: to }}
      done={`${displayName} ${done}`}
    >
      <p>{explained}</p>
      {to === 'removed' ? <TextField name="reason" label="Reason" hint="Everybody can read it." /> : null}
    </Act>
  );
}

/** Counts the points of a player for another. */
function MergePlayer({ player: { username, displayName } }: OfPlayer) {
  const { count } = useNumberFormat();
  const eventsWords = (events: number) => (events === 1 ? 'One event counts' : `${count(events)} events count`);
  return (
    <Act
      act="mergePlayers"
      opens="Merge"
      look="button"
      title={`Merge ${displayName} into another player`}
      label="Merge them"
      on={{ username }}
      done={(merged) => ('events' in merged ? `${eventsWords(merged.events)} of ${displayName} for the other player now.` : '')}
    >
      <p>
        For somebody with two names. Every event of {displayName} is voided here and counts for the other player instead, with its own time.
        Results that are final do not change.
      </p>
      <TextField name="into" label="Username of the other player" hint="This one keeps the points." maxLength={64} />
    </Act>
  );
}

/** Forgets who a player was, for ever. */
function ErasePlayer({ player: { username, displayName } }: OfPlayer) {
  const { say } = useAddress();
  return (
    <Act
      act="erasePlayer"
      opens="Erase"
      look="button"
      title={`Erase ${displayName} for ever`}
      label="Erase for ever"
      typed={username}
      on={{ username }}
      done={({ traces }) =>
        traces === 'gone'
          ? 'The player is erased. Nothing of them is left in the database.'
          : 'The player is erased. The last traces in the files of the database go by themselves.'
      }
      onDone={() => say({ player: '', board: '' }, { replace: true })}
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
    </Act>
  );
}

/** Who sees a player, in words. */
export function visibilityWords({ state, reason }: Pick<ApiAnyPlayer, 'state' | 'reason'>): string {
  switch (state) {
    case 'shown':
      return 'Shown';
    case 'hidden':
      return 'Hidden';
    case 'removed':
      return reason === null ? 'Removed' : `Removed: ${reason}`;
    case 'erased':
      return 'Erased';
  }
}
