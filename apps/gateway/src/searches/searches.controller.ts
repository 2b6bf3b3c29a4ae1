import { Body, Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CalledBy, type Caller } from '../keys';
import { FlatRateCalls, FlatRateRoute } from '../metered-calls';
import { CatalogService } from '../models';
import { cleanResults } from './clean-results';
import { SearchInput, toSearchTerms } from './searches.dto';
import { SearchView, toSearchView } from './searches.view';

@Controller()
export class SearchesController {
  constructor(
    private readonly calls: FlatRateCalls,
    private readonly catalog: CatalogService,
  ) {}

  @FlatRateRoute('search', {
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
    const terms = toSearchTerms(input);
    await this.calls.answer(
      { caller, request, response },
      {
        product: 'search',
        model: input.model,
        facts: { depth: terms.depth ?? 'basic' },
        routesFor: (found) => this.catalog.withRoutesForSearch(found, terms),
        method: 'search',
        ask: (supplier, call) => supplier.search?.({ ...terms, ...call }),
        billedUnits: (supplied) => supplied.billedUnits,
        view: ({ results }, model) =>
          toSearchView(caller.requestId, model, terms.query, cleanResults(results, terms, new Date())),
      },
    );
  }
}
