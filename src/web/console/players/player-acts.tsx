import type { PlayerVisibility } from '../../../contract/game-answers.ts';
import type { ApiAnyPlayer } from '../../../contract/lookup.ts';
import type { PlayerData } from '../../../contract/operation/players.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { changesIn } from '../parts/form-body.ts';
import { WorkTold } from '../parts/work-told.tsx';
import { PLAYER_ACTIONS, PLAYERS } from './players-words.ts';

interface OfPlayer {
  readonly player: PlayerData['player'];
}

/** The actions on a player; those that destroy something stand last. */
export function PlayerActs({ data: { player, visibility } }: { readonly data: PlayerData }) {
  return (
    <>
      <RenamePlayer player={player} />
      <SetVisibility player={player} to={visibility.state === 'shown' ? 'hidden' : 'shown'} />
      <MergePlayer player={player} />
      {visibility.state === 'removed' ? null : <SetVisibility player={player} to="removed" />}
      <ErasePlayer player={player} />
    </>
  );
}

/** Sends only the names that were changed. */
function RenamePlayer({ player }: OfPlayer) {
  const { say } = useAddress();
  const { username, displayName } = player;
  const { rename, renamed } = PLAYER_ACTIONS;
  return (
    <Act
      act="renamePlayer"
      {...rename(displayName)}
      look="button"
      kept={player}
      on={{ username }}
      asked={(_, body) => ({ body: changesIn(body, player) })}
      done={(named) => renamed(displayName, named.displayName)}
      onDone={(named) => {
        if (named.username !== username) say({ player: named.username }, { replace: true });
      }}
      fields={PLAYER_ACTIONS.names}
    />
  );
}

function SetVisibility({ player: { username, displayName }, to }: OfPlayer & { readonly to: PlayerVisibility['state'] }) {
  const { opens, label, done } = PLAYER_ACTIONS[to];
  return (
    <Act
      act="setPlayerVisibility"
      opens={opens}
      look={to === 'removed' ? 'danger' : 'button'}
      title={`${opens}: ${displayName}`}
      label={label}
      on={{ username }}
      says={{ state: to }}
      done={`${displayName} ${done}`}
      told={PLAYER_ACTIONS.told[to]}
      fields={to === 'removed' ? PLAYER_ACTIONS.removedFields : {}}
    />
  );
}

function MergePlayer({ player: { username, displayName } }: OfPlayer) {
  const { count } = useNumberFormat();
  const { merge, mergeTold, mergeFields, merged } = PLAYER_ACTIONS;
  return (
    <Act
      act="mergePlayers"
      {...merge(displayName)}
      look="button"
      on={{ username }}
      done={(answer) => ('events' in answer ? merged(displayName, answer.events, count(answer.events)) : '')}
      told={mergeTold(displayName)}
      fields={mergeFields}
    />
  );
}

function ErasePlayer({ player: { username, displayName } }: OfPlayer) {
  const { say } = useAddress();
  const { erase, erased, erasedData, keptData } = PLAYER_ACTIONS;
  return (
    <Act
      act="erasePlayer"
      {...erase(displayName)}
      look="danger"
      typed={username}
      on={{ username }}
      done={({ traces }) => (traces === 'gone' ? erased.gone : erased.other)}
      onDone={() => say({ player: '', board: '' }, { replace: true })}
    >
      {[erasedData, keptData].map(({ title, told }) => (
        <p key={title}>
          <strong>{title}</strong>
          {told}
        </p>
      ))}
      <WorkTold of="erasure" />
    </Act>
  );
}

/** A player's visibility in words. */
export function visibilityWords({ state, reason }: Pick<ApiAnyPlayer, 'state' | 'reason'>): string {
  if (state === 'erased') return PLAYERS.erased;
  return reason === null ? PLAYERS.filters.state.options[state] : PLAYERS.removedFor(reason);
}
