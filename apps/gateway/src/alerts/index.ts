export { daysLeft } from './alert-rules';
