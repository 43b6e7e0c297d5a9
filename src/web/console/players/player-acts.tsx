import type { PlayerVisibility } from '../../../contract/game-answers.ts';
import type { ApiAnyPlayer } from '../../../contract/lookup.ts';
import type { PlayerData } from '../../../contract/operation/players.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { changesIn } from '../parts/form-body.ts';
import styles from '../parts/console.module.css';
import { PreviewTold } from '../parts/preview-told.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { WorkTold } from '../parts/work-told.tsx';
import { PLAYER_ACTIONS, PLAYERS } from './players-words.ts';

/** The non-destructive actions on a player. */
export function PlayerActs({ data: { player, visibility } }: { readonly data: PlayerData }) {
  const { say } = useAddress();
  const { count } = useNumberFormat();
  const { username, displayName } = player;
  const words = PLAYER_ACTIONS;
  const on = { username };
  return (
    <>
      <Act
        act="renamePlayer"
        {...words.rename(displayName)}
        look="button"
        kept={player}
        on={on}
        // Sends only the names that were changed.
        asked={(_, body) => ({ body: changesIn(body, player) })}
        done={(named) => words.renamed(displayName, named.displayName)}
        onDone={(named) => {
          if (named.username !== username) say({ player: named.username }, { replace: true });
        }}
        fields={words.names}
      />
      <SetVisibility player={player} to={visibility.state === 'shown' ? 'hidden' : 'shown'} />
      <Act
        act="mergePlayers"
        {...words.merge(displayName)}
        look="button"
        on={on}
        done={({ events }) => words.merged(displayName, events, count(events))}
        told={words.mergeTold(displayName)}
        fields={words.mergeFields}
      />
    </>
  );
}

/** The destructive actions on a player, separate from the others. */
export function PlayerDangers({ data: { player, visibility } }: { readonly data: PlayerData }) {
  const { say } = useAddress();
  const { count } = useNumberFormat();
  const { username, displayName } = player;
  const words = PLAYER_ACTIONS;
  const on = { username };
  return (
    <RoomPart title={words.dangers}>
      <div className={`${styles.bad} ${styles.dangers}`}>
        {visibility.state === 'removed' ? null : (
          <>
            <p>{words.told.removed}</p>
            <SetVisibility player={player} to="removed" />
          </>
        )}
        <p>{words.banTold}</p>
        <Act
          act="banPlayer"
          {...words.ban(displayName)}
          look="danger"
          on={on}
          told={words.banTold}
          fields={words.banFields}
          preview={(preview) => (
            <>
              <PreviewTold preview={preview} />
              {preview.ban === undefined ? null : <p>{words.wouldBan(count(preview.ban.events), count(preview.ban.held))}</p>}
            </>
          )}
          done={({ events, held }) => words.banned(displayName, count(events), count(held))}
        />
        <p>{words.eraseShort}</p>
        <Act
          act="erasePlayer"
          {...words.erase(displayName)}
          look="danger"
          typed={username}
          on={on}
          done={({ traces }) => words.erased[traces === 'gone' ? 'gone' : 'other']}
          onDone={() => say({ player: '', board: '' }, { replace: true })}
        >
          {words.eraseTold.map(([title, told]) => (
            <p key={title}>
              <strong>{title}</strong> {told}
            </p>
          ))}
          <WorkTold of="erasure" />
        </Act>
      </div>
    </RoomPart>
  );
}

interface SetVisibilityProps {
  readonly player: PlayerData['player'];
  readonly to: PlayerVisibility['state'];
}

function SetVisibility({ player: { username, displayName }, to }: SetVisibilityProps) {
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

/** A player's visibility in words. */
export function visibilityWords({ state, reason }: Pick<ApiAnyPlayer, 'state' | 'reason'>): string {
  if (state === 'erased') return PLAYERS.erased;
  return reason === null ? PLAYERS.filters.state.options[state] : PLAYERS.removedFor(reason);
}
