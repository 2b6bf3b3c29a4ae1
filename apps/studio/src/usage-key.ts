import { KEY_USAGE_ID, type KeyUsageWords } from '@shipyard/ui';
import { readBlock } from './facts';
import { mountKeyUsage } from './usage-key/mount';

/*
 * The script of `/usage/key` of the gateway. The key that is pasted there is kept in a variable and nowhere else. It is sent to
 * `/v1` of the same gateway only.
 */

const place = document.querySelector<HTMLElement>('[data-key-usage]');
const words = readBlock<KeyUsageWords>(KEY_USAGE_ID);
if (place && words) mountKeyUsage(place, words);
