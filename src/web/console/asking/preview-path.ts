/** The path of the site's preview for operators, which includes private boards. */
export const PREVIEW_PATH = '/console/preview';
