export {
  findingsInLook,
  findingsOf,
  LOOKS,
  overflowOf,
  sidewaysOf,
  smallTargetsOn,
  violationsOf,
  visit,
} from './page-visit';
export { startBrowser } from './start-browser';
