import { useState } from 'react';

import { useQuestion } from '../asking/use-question.ts';
import { useMayDo } from '../asking/signed-in.ts';
import control from '../../ui/control.module.css';
import { Answered } from '../parts/form/answered.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { AppearanceForm } from './appearance-form.tsx';
import styles from './appearance.module.css';
import { BothThemes } from './both-themes.tsx';
import { VisitorsSee } from './visitors-see.tsx';

/** Whose game the site is of, how it looks, and what visitors see of players. */
export function Component() {
  const appearance = useQuestion('appearance');
  const privacy = useQuestion('privacy');
  const mayDo = useMayDo('operator');
  // A saved form begins anew, with what the server keeps now.
  const [saved, setSaved] = useState(0);
  const [setTimes, setSetTimes] = useState(0);
  return (
    <RoomPage title="Appearance" lead="Whose game the site is of, how it looks, and what visitors see.">
      <RoomPart title="Name and colour">
        {saved === 0 ? null : <Saved />}
        <Answered question={appearance}>
          {(kept) => (
            <>
              <AppearanceForm key={saved} kept={kept} etag={appearance.etag} onDone={() => setSaved(saved + 1)} />
              {mayDo.may ? null : <BothThemes appearance={kept} />}
            </>
          )}
        </Answered>
        <RequestShown id="appearance" asked={{}} />
      </RoomPart>
      <RoomPart title="What visitors see">
        <Answered question={privacy}>
          {(kept) => <VisitorsSee key={setTimes} kept={kept} etag={privacy.etag} onDone={() => setSetTimes(setTimes + 1)} />}
        </Answered>
        <RequestShown id="privacy" asked={{}} />
      </RoomPart>
    </RoomPage>
  );
}

/** Where to see what was saved. */
function Saved() {
  return (
    <p className={styles.saved}>
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
