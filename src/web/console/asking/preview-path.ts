/** Where operators see the site with its private boards. */
export const PREVIEW_PATH = '/console/preview';
