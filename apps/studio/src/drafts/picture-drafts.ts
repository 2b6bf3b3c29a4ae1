const DATABASE = 'shipyard';
const STORE = 'pictures';

interface KeptPicture {
  path: string;
  file: File;
}

/** Pictures that were inserted and not saved yet, in the browser's database. Without one, they live as long as the page. */
export class PictureDrafts {
  constructor(private readonly handle: string) {}

  /** Returns false if the browser has no database, or no room. */
  async keep(name: string, { path, file }: KeptPicture): Promise<boolean> {
    return (await this.run('readwrite', (store) => store.put(file, [this.handle, name, path]))) !== null;
  }

  async drop(name: string, path: string): Promise<void> {
    await this.run('readwrite', (store) => store.delete([this.handle, name, path]));
  }

  async read(name: string): Promise<KeptPicture[]> {
    const range = under([this.handle, name]);
    const [keys, files] = await Promise.all([
      this.run('readonly', (store) => store.getAllKeys(range)),
      this.run('readonly', (store) => store.getAll(range)),
    ]);
    return (keys ?? []).flatMap((key, index): KeptPicture[] => {
      const path = Array.isArray(key) ? key[2] : undefined;
      const file: unknown = files?.[index];
      return typeof path === 'string' && file instanceof File ? [{ path, file }] : [];
    });
  }

  /** Forgets the pictures of one draft, or of the whole account. */
  async clear(name?: string): Promise<void> {
    const range = under(name === undefined ? [this.handle] : [this.handle, name]);
    await this.run('readwrite', (store) => store.delete(range));
  }

  /** Forgets the pictures of other accounts. */
  async clearOthers(): Promise<void> {
    const keys = (await this.run('readonly', (store) => store.getAllKeys())) ?? [];
    for (const key of keys)
      if (Array.isArray(key) && key[0] !== this.handle) await this.run('readwrite', (store) => store.delete(key));
  }

  /** Null if the browser has no database, or no room. */
  private async run<Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> {
    try {
      const database = await opened();
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      await endOf(transaction);
      return request.result;
    } catch {
      return null;
    }
  }
}

/** An array is greater than every text, so it ends the range. */
const under = (start: string[]) => IDBKeyRange.bound(start, [...start, []]);

let database: Promise<IDBDatabase> | null = null;

function opened(): Promise<IDBDatabase> {
  if (database) return database;
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  database = answerOf(request);
  return database;
}

/** A browser can say that a file is put, and find only then that it has no room. */
const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The database of the browser failed'));
  });

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database of the browser failed'));
  });
