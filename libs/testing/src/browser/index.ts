export {
  findingsInLook,
  findingsOf,
  LOOKS,
  overflowOf,
  ringlessOn,
  shapelessOf,
  sidewaysInChinese,
  sidewaysOf,
  smallTargetsOn,
  violationsOf,
  visit,
} from './page-visit';
export { startBrowser } from './start-browser';
