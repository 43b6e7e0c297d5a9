import control from '../ui/control.module.css';
import { START_EARNING } from './part-words.ts';

/** 'Start Earning' as a button; `activity` is the id of the activity's heading. */
export function StartButton({ activity, onPress }: { readonly activity: string; readonly onPress?: () => void }) {
  return (
    <button type="button" name="start" value={activity} aria-describedby={activity} className={control.primary} onClick={onPress}>
      {START_EARNING}
    </button>
  );
}

/** 'Start Earning' as an external link. */
export function StartLink({ activity, href }: { readonly activity: string; readonly href: string }) {
  return (
    <a href={href} aria-describedby={activity} className={control.primary} rel="noopener">
      {START_EARNING}
    </a>
  );
}
