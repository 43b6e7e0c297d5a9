import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';

import { ENDPOINTS } from '../../../contract/api.ts';
import { includesRole } from '../../../contract/role.ts';
import { useRested } from '../../live/asking/in-browser.ts';
import control from '../../ui/control.module.css';
import { SEARCH_BOX } from '../../ui/search-box.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useBoards, useQuestion } from '../asking/use-question.ts';
import { chapterAddress } from '../help/chapter-address.ts';
import { useChapters } from '../help/use-chapters.ts';
import { OpenDialog } from '../parts/dialog.tsx';
import { useBoardTexts } from '../parts/words/of-board.tsx';
import { ACTIONS, FINDING } from './finding-words.ts';
import { type Found, isLikeId, matching } from './matches.ts';
import styles from './palette.module.css';

interface PaletteProps {
  /** The console's pages. */
  readonly pages: readonly { readonly path: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** A dialog that finds anything in the console by name. The arrow keys select, Enter opens. */
export function Palette({ pages, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = useRested(typed.trim());
  /** Whether Enter was pressed before the results of the typed text arrived. */
  const [isWanted, setWanted] = useState(false);
  const { found, isAsking, isFailed } = useFound(text, pages);
  const [chosen, setChosen] = useState('');
  const isSettled = text === typed.trim() && !isAsking;
  const chosenAt = found.findIndex(({ to }) => to === chosen);
  const at = Math.max(0, chosenAt);
  const idOf = (i: number) => `${id}-${i}`;
  useEffect(() => {
    if (at > 0) document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- when another one is chosen
  }, [at]);
  const open = (entry: Found | undefined) => {
    if (entry === undefined) return;
    onClose();
    void navigate(entry.to);
  };
  useEffect(() => {
    if (!isWanted || !isSettled) return;
    setWanted(false);
    open(found[at]);
    // oxlint-disable-next-line react/exhaustive-deps -- once there are results
  }, [isWanted, isSettled]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen(found.at((at + step) % found.length)?.to ?? '');
    else if (event.key !== 'Enter') return;
    else if (isSettled || chosenAt >= 0) open(found[at]);
    else setWanted(true);
    event.preventDefault();
  };
  const said = isAsking ? FINDING.searching : found.length > 0 ? FINDING.found(found.length) : isFailed ? '' : FINDING.none(text);
  return (
    <OpenDialog title={FINDING.title} onClose={onClose}>
      <input
        {...SEARCH_BOX}
        role="combobox"
        aria-label={FINDING.label}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length === 0 ? undefined : idOf(at)}
        placeholder={FINDING.placeholder}
        className={control.search}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen('');
          setWanted(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={FINDING.title} className={styles.found}>
        {Object.entries(FINDING.kinds).map(([kind, words]) => {
          const ofKind = found.flatMap((entry, i) => (entry.kind === kind ? [{ entry, i }] : []));
          return ofKind.length === 0 ? null : (
            <div key={kind} role="group" aria-label={words}>
              <p className={`small muted strong ${styles.kind}`} role="presentation">
                {words}
              </p>
              {ofKind.map(({ entry, i }) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box has the focus and hears the keys
                <div
                  key={entry.to + entry.name}
                  id={idOf(i)}
                  role="option"
                  aria-selected={i === at}
                  className={`line ${styles.option}`}
                  onClick={() => open(entry)}
                >
                  <span className="grow anywhere">
                    <bdi className="strong">{entry.name}</bdi>
                    {entry.more === undefined ? null : <span className="note anywhere"> · {entry.more}</span>}
                  </span>
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {isFailed ? <p role="alert">{FINDING.failed}</p> : null}
      <p role="status" className={found.length === 0 ? 'muted anywhere' : 'visually-hidden'}>
        {said}
      </p>
    </OpenDialog>
  );
}

/** Everything with a text in its name; pages and actions for an empty text. */
function useFound(text: string, pages: PaletteProps['pages']) {
  const { role } = usePerson();
  const isAny = text === '';
  const boards = useBoards();
  const { board: titleOf } = useBoardTexts();
  const players = useQuestion('players', { query: { q: text, limit: 6 } }, { isAsked: !isAny });
  const isId = isLikeId(text);
  const events = useQuestion('findEvents', { query: { id: text } }, { isAsked: isId });
  const seesKeys = includesRole(role, ENDPOINTS.keys.role);
  const keys = useQuestion('keys', undefined, { isAsked: !isAny && seesKeys });
  const { data: chapters, isLoading } = useChapters({ isAsked: !isAny });

  const actions = ACTIONS.filter(({ act }) => includesRole(role, ENDPOINTS[act].role));
  const named = (kind: Found['kind'], entries: readonly Omit<Found, 'kind'>[]) =>
    (isAny ? entries : matching(entries, text)).map(({ name, more, to }): Found => ({ kind, name, more, to }));
  const asAddress = (path: string, words: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(words)}`;
  const firsts = [
    ...named(
      'action',
      actions.map(({ act, name, path }) => ({ name, to: asAddress(path, { open: act }) })),
    ),
    ...named(
      'page',
      pages.map(({ name, path }) => ({ name, to: path })),
    ),
  ];
  const others = () => [
    ...(players.isPrevious ? [] : (players.answer?.players ?? [])).map(({ username, displayName }): Found => ({
      kind: 'player',
      name: displayName,
      more: displayName === username ? undefined : username,
      to: asAddress('/players', { player: username }),
    })),
    ...(isId && !events.isPrevious ? (events.answer?.events ?? []) : []).map(({ id, board, player }): Found => ({
      kind: 'event',
      name: id,
      more: FINDING.event(player.displayName, titleOf(board)),
      to: asAddress('/events', { board, id }),
    })),
    ...named(
      'board',
      boards.map(({ name, title }) => ({
        name: title,
        more: name === title ? FINDING.events : name,
        to: asAddress('/events', { board: name }),
      })),
    ),
    ...named(
      'key',
      (keys.answer?.keys ?? []).map(({ name, role: of }) => ({ name, more: of, to: asAddress('/keys', { q: name }) })),
    ),
    ...named(
      'chapter',
      (chapters ?? []).map(({ title, of, at }) => ({ name: title, more: title === of ? undefined : of, to: chapterAddress(at) })),
    ),
  ];
  return {
    found: isAny ? firsts : [...firsts, ...others()],
    isAsking: players.isAsking || events.isAsking || (keys.isAsking && keys.answer === undefined) || isLoading,
    isFailed: players.failure !== null || events.failure !== null,
  };
}
