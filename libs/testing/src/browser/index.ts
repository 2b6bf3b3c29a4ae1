export {
  findingsInLook,
  findingsOf,
  LOOKS,
  overflowOf,
  shapelessOf,
  sidewaysOf,
  smallTargetsOn,
  violationsOf,
  visit,
} from './page-visit';
export { startBrowser } from './start-browser';
