export { findingsInLook, findingsOf, LOOKS, overflowOf, sidewaysOf, violationsOf, visit } from './page-visit';
export { startBrowser } from './start-browser';
