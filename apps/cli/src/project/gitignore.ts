/** Written beside a new `shipyard.yaml`. */
export const GITIGNORE = '.DS_Store\nThumbs.db\nnode_modules/\n';
