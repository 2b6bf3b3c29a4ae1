import { addFileFields } from './operators/file-fields';
import { followRoutes } from './operators/live-routes';
import { streamCalls } from './operators/playground';
import { letRoutesBeDragged } from './operators/route-drag';

/*
 * The scripts of the console of the gateway. Every page that says `{ hasScripts: true }` loads this entry, and works
 * without it. Pages ask for an enhancement with these attributes:
 *
 * [data-file-into=ID]        Hidden. Has an input for a file, whose text is put into the field ID. [data-format] names the
 *                            field that is set to `yaml` or `csv`, as the name of the file says.
 * form[data-playground=text] A chat comes as it is written, into [data-result]. `data-stream` is where it is asked for.
 * [data-call-code=PATH]      The call of form[data-playground] as code, in each [data-code], as it is typed.
 * [data-live-routes=URL]     The state of each [data-route-state] and the figures of [data-route-figure], asked for again
 *                            and again. Has a template[data-look] for each state.
 * [data-drag]                Its row can be dragged onto others of the same [data-model]. The hint [data-drag-hint] is shown.
 */

addFileFields(document);
followRoutes(document);
streamCalls(document);
letRoutesBeDragged(document);
