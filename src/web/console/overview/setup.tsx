import { useState, useSyncExternalStore } from 'react';

import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import { type ApiOverview, SETUP_STEPS } from '../../../contract/running-server.ts';
import control from '../../ui/control.module.css';
import { rememberedText } from '../../ui/remembered-text.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Act } from '../parts/act.tsx';
import look from '../parts/console.module.css';
import { LinkIn, RoomPart } from '../parts/room-page.tsx';
import { SETUP } from './overview-words.ts';

/** Whether the list is dismissed in this browser. */
const dismissed = rememberedText('laurels:setup', (text) => text === 'dismissed');

/** The steps of setting up a site, shown until they are done or the list is dismissed. */
export function Setup({ overview: { setup } }: { readonly overview: ApiOverview }) {
  const { count } = useNumberFormat();
  const isDismissed = useSyncExternalStore(dismissed.subscribe, dismissed.read);
  if (setup.length === 0 || isDismissed) return null;
  return (
    <RoomPart title={SETUP.title}>
      <p className="muted">{SETUP.done(count(SETUP_STEPS.length - setup.length), count(SETUP_STEPS.length))}</p>
      <ol className={look.steps}>
        {SETUP_STEPS.map((step) => {
          const { to, words } = SETUP.steps[step];
          const isLeft = setup.includes(step);
          return (
            <li key={step}>
              <LinkIn words={words} to={to} />
              {isLeft ? step === 'first-point' && <TestEvent /> : <strong>{SETUP.isDone}</strong>}
            </li>
          );
        })}
      </ol>
      <p>
        <LinkIn words={SETUP.practice} to="/periods" />
      </p>
      <button type="button" className={control.words} onClick={() => dismissed.write('dismissed')}>
        {SETUP.dismiss}
      </button>
    </RoomPart>
  );
}

function TestEvent() {
  const [id] = useState(() => `test-${crypto.randomUUID()}`);
  return (
    <Act
      act="postByHand"
      {...SETUP.test}
      on={{ board: DEFAULT_BOARD }}
      says={{ id }}
      done={({ player }) => SETUP.posted(player.displayName)}
      fields={SETUP.fields}
    />
  );
}
