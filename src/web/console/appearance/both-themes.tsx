import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';

import type { Appearance } from '../../../contract/operation/appearance.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { PodiumLanes } from '../../board/podium-lanes.tsx';
import { RankingsTable } from '../../board/rankings-table.tsx';
import { BrandMark } from '../../site/header/brand-mark.tsx';
import control from '../../ui/control.module.css';
import { Tooltip } from '../../ui/floating/tooltips.tsx';
import { SiteIdentityContext } from '../../ui/site-identity.ts';
import { useUnitWords } from '../../ui/number-format.ts';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { APPEARANCE } from './appearance-words.ts';
import styles from './appearance.module.css';
import { coloursOf, identityOf, lookAsStyle } from './brand-look.ts';
import { rowsShown } from './sample-rows.ts';

const ROWS = 4;

const THEMES = ['dark', 'light'] as const;

/** A preview of an appearance in both themes: the site's podium and rows with its players, or with sample players until somebody plays. */
export function BothThemes({ appearance }: { readonly appearance: Appearance }) {
  const { colour = '' } = useDeferredValue(appearance);
  const colours = useMemo(() => coloursOf(colour), [colour]);
  const isMore = useContrastAskedFor();
  return (
    <Asked id="boardView" of={{ board: 'main', query: { period: 'all-time' } }}>
      {(view) => (
        <SiteIdentityContext value={identityOf(appearance)}>
          <p id="rankings" className="visually-hidden">
            {APPEARANCE.rankings}
          </p>
          <div className={`${look.fit} ${styles.themes}`}>
            {THEMES.map((look) => (
              <section
                key={look}
                aria-label={APPEARANCE.themes[look]}
                className={styles.theme}
                data-look={isMore ? 'more' : look}
                style={lookAsStyle(colours, isMore ? 'more' : look)}
              >
                <Page appearance={appearance} view={view} />
              </section>
            ))}
          </div>
          <Tooltip />
        </SiteIdentityContext>
      )}
    </Asked>
  );
}

function Page({ appearance, view }: { readonly appearance: Appearance; readonly view: LiveBoardView }) {
  const words = useUnitWords(view.board);
  const { name, sentence, isPoweredBy } = identityOf(appearance);
  const { podium, rows, isSample } = rowsShown(view);
  return (
    <>
      <div className={look.row}>
        {appearance.logo === undefined ? <BrandMark /> : <img src={appearance.logo} alt="" className={styles.mark} />}
        <span className={styles.siteName}>{name}</span>
        <span className={control.choice} aria-current="true">
          {view.board.title}
        </span>
      </div>
      {sentence === '' ? null : <p className={look.small}>{sentence}</p>}
      {isSample ? <p className={look.small}>{APPEARANCE.sample}</p> : null}
      <PodiumLanes podium={podium} words={words} />
      <RankingsTable
        podium={podium}
        // No room for a prize column: prizes are on the podium.
        rows={rows.slice(0, ROWS).map((row) => Object.assign({}, row, { prize: '' }))}
        words={words}
        list={0}
      />
      {isPoweredBy ? <p className={look.small}>{APPEARANCE.poweredBy}</p> : null}
    </>
  );
}

const QUERY = '(prefers-contrast: more)';

/** Whether more contrast is requested, which has a single look for both themes. */
function useContrastAskedFor(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(QUERY).matches);
}

function listen(notify: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}
