export { SearchInput, toSearchTerms } from './searches.dto';
