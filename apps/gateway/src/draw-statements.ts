import { serveDrawings } from '@shipyard/pdf';
import { drawStatement } from './statements/draw-statement';

serveDrawings(drawStatement);
