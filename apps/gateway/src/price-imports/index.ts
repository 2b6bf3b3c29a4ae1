export { ApplyPricesDto, PriceFileDto } from './price-imports.dto';
export { PriceImportsModule } from './price-imports.module';
export { PriceImportsService } from './price-imports.service';
export { type PriceChangeView, type PriceEffectView, PricePlanView } from './price-imports.view';
