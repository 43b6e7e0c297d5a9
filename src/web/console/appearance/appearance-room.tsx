import { useState } from 'react';

import { useMayDo } from '../asking/signed-in.ts';
import control from '../../ui/control.module.css';
import look from '../parts/console.module.css';
import { Asked } from '../parts/asked.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { AppearanceForm } from './appearance-form.tsx';
import { BothThemes } from './both-themes.tsx';
import { VisitorsSee } from './visitors-see.tsx';

/** Whose game the site is of, how it looks, and what visitors see of players. */
export function Component() {
  const mayDo = useMayDo('operator');
  // A saved form begins anew, with what the server keeps now.
  const [saved, setSaved] = useState(0);
  const [setTimes, setSetTimes] = useState(0);
  return (
    <RoomPage title="Appearance" lead="Whose game the site is of, how it looks, and what visitors see.">
      <RoomPart title="Name and colour">
        {saved === 0 ? null : <Saved />}
        <Asked id="appearance">
          {(kept, { etag }) => (
            <>
              <AppearanceForm key={saved} kept={kept} etag={etag} onDone={() => setSaved(saved + 1)} />
              {mayDo.may ? null : <BothThemes appearance={kept} />}
            </>
          )}
        </Asked>
        <RequestShown id="appearance" asked={{}} />
      </RoomPart>
      <RoomPart title="What visitors see">
        <Asked id="privacy">
          {(kept, { etag }) => <VisitorsSee key={setTimes} kept={kept} etag={etag} onDone={() => setSetTimes(setTimes + 1)} />}
        </Asked>
        <RequestShown id="privacy" asked={{}} />
      </RoomPart>
    </RoomPage>
  );
}

/** Where to see what was saved. */
function Saved() {
  return (
    <p className={look.good}>
      The site looks like this now.
      <a href="/" className={control.link}>
        See the site
      </a>
      <a href="/console/appearance" className={control.link}>
        Load the console anew, in the new colour
      </a>
    </p>
  );
}
