import { setBack, type Undos } from './parts/opposite.ts';

/** Undoes changes of settings by restoring the changed fields. */
export const SETTING_UNDOS = {
  'set-catalogue': setBack(
    'set-catalogue',
    'replaceCatalogue',
    ({ catalogue }) => catalogue.value,
    (wanted, { catalogue }) => catalogue.replace(wanted),
  ),
  'set-appearance': setBack(
    'set-appearance',
    'replaceAppearance',
    ({ appearance }) => appearance.inShort,
    (wanted, { appearance }) => appearance.bringBack(wanted),
  ),
  'set-privacy': setBack(
    'set-privacy',
    'replacePrivacy',
    ({ boards: { privacy } }) => privacy.value,
    (wanted, { boards: { privacy } }) => privacy.replace(wanted),
  ),
  'set-review': setBack(
    'set-review',
    'setReview',
    ({ boards: { reviews } }, { kept: { board = '' } }) => ({ reviewMs: reviews.reviewMs(board) }),
    ({ reviewMs }, { boards: { reviews } }, { kept: { board = '' } }) => reviews.setReviewMs(board, reviewMs),
  ),
  'set-limits': setBack(
    'set-limits',
    'setLimits',
    ({ boards: { limits } }, { kept: { board = '' } }) => limits.settings(board),
    (wanted, { boards }, { kept: { board = '' } }) => boards.limits.replace(boards.board(board), wanted),
  ),
} satisfies Undos;
