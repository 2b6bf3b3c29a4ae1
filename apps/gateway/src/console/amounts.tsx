export { grouped, Price, Sum, sumText } from '../pages';
