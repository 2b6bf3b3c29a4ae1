import { Body, Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CalledBy, type Caller } from '../keys';
import { type FlatRateCall, FlatRateCalls, FlatRateRoute } from '../metered-calls';
import { cleanResults } from './clean-results';
import { SearchInput, toSearchTerms } from './searches.dto';
import { SearchView, toSearchView } from './searches.view';
import { unfitForSearch } from './unfit-for-search';

export const searchCall: FlatRateCall<SearchInput, 'search'> = {
  product: 'search',
  input: SearchInput,
  method: 'search',
  read: (input) => {
    const terms = toSearchTerms(input);
    return {
      model: input.model,
      facts: { depth: terms.depth ?? 'basic' },
      unfitField: (supplier) => unfitForSearch(supplier, terms),
      ask: (supplier, call) => supplier.search?.({ ...terms, ...call }),
      billedUnits: (supplied) => supplied.billedUnits,
      view: ({ results }, { model, requestId }) =>
        toSearchView(requestId, model, terms.query, cleanResults(results, terms, new Date())),
    };
  },
};

@Controller()
export class SearchesController {
  constructor(private readonly calls: FlatRateCalls) {}

  @FlatRateRoute(searchCall, {
    summary: 'Search the web',
    description: 'A search that finds nothing is a success and is charged. One that fails is free.',
    answer: ['What was found.', SearchView],
  })
  async search(
    @CalledBy() caller: Caller,
    @Body() input: SearchInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.calls.answer({ caller, request, response }, searchCall, input);
  }
}
