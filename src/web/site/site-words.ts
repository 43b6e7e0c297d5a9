// Texts around the content of every page of a site. Single constants, which the build inlines where they are used.

export const POWERED_BY = 'Powered by';
export const GO_TO = 'Go to';
export const RETURN_HOME = 'Return to Home';
export const UNEXPECTED = 'Unexpected Application Error!';
export const NOTHING_LOST = 'Nothing you did is lost, and the other pages still work.';
export const TRY_AGAIN = 'Try again';
export const WENT_WRONG = 'Something went wrong';
export const NOT_SHOWN = 'This page could not be shown.';
export const NO_CONNECTION = 'No connection';
export const OPENS_AGAIN = 'This page opens by itself when you are back online.';
export const NOT_LOADED = 'This page could not be loaded.';
export const NO_PAGE = 'Page not found';
export const NO_PAGE_HERE = 'There is no page at this address.';
export const NO_PAGE_TEXT = 'Oops! Page not found';
export const NO_PAGE_HINT = 'The link may be old, or the address mistyped. Search, or try one of these pages:';
export const SEARCH_SITE = 'Search the site';
