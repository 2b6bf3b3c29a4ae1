const CHANNEL = 'shipyard.readme';

/** Tells the other tabs of this browser which README was saved. */
export function tellSaved(slug: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(slug);
  channel.close();
}

/**
 * Calls back when another tab has saved the README, and when somebody comes back to this tab, because another device may have
 * saved it meanwhile. Returns what ends that.
 */
export function watchSaves(slug: string, look: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === slug) look();
  };
  const onReturn = () => {
    if (document.visibilityState === 'visible') look();
  };
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    channel.close();
    document.removeEventListener('visibilitychange', onReturn);
  };
}
