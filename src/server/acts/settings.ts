import { ENDPOINTS } from '../../contract/api.ts';
import { fieldsPlan, type Opposite, type Undos } from './parts/opposite.ts';

/** The catalogue as it was, as far as it was changed. */
const setCatalogueBack: Opposite = {
  role: ENDPOINTS.replaceCatalogue.role,
  does: ['set-catalogue'],
  plan: ({ catalogue }, told) => fieldsPlan(told, 'set-catalogue', catalogue.value, (wanted) => catalogue.replace(wanted)),
};

const setPrivacyBack: Opposite = {
  role: ENDPOINTS.replacePrivacy.role,
  does: ['set-privacy'],
  plan: ({ boards: { privacy } }, told) => fieldsPlan(told, 'set-privacy', privacy.value, (wanted) => privacy.replace(wanted)),
};

const setReviewBack: Opposite = {
  role: ENDPOINTS.setReview.role,
  does: ['set-review'],
  plan({ boards: { reviews } }, told) {
    const name = told.kept.board!;
    return fieldsPlan(told, 'set-review', { reviewMs: reviews.reviewMs(name) }, ({ reviewMs }) => reviews.setReviewMs(name, reviewMs));
  },
};

const setLimitsBack: Opposite = {
  role: ENDPOINTS.setLimits.role,
  does: ['set-limits'],
  plan({ boards }, told) {
    const name = told.kept.board!;
    return fieldsPlan(told, 'set-limits', boards.limits.settings(name), (wanted) => boards.limits.replace(boards.board(name), wanted));
  },
};

/** The appearance as it was, its logo too. */
const setAppearanceBack: Opposite = {
  role: ENDPOINTS.replaceAppearance.role,
  does: ['set-appearance'],
  plan: ({ appearance }, told) => fieldsPlan(told, 'set-appearance', appearance.inShort, (wanted) => appearance.bringBack(wanted)),
};

/** What takes acts about settings back. */
export const SETTING_UNDOS = {
  'set-catalogue': setCatalogueBack,
  'set-appearance': setAppearanceBack,
  'set-privacy': setPrivacyBack,
  'set-review': setReviewBack,
  'set-limits': setLimitsBack,
} satisfies Undos;
