// What the browser keeps for proofs: keys, shares and heads. It stays in this browser, in its database.

const NAME = "wardiary-proof";
const STORES = ["keys", "shares", "heads", "seeds", "answers"];

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/**
 * @template T
 * @param {string} store
 * @param {IDBTransactionMode} mode
 * @param {(objects: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function run(store, mode, act) {
  const transaction = (await database()).transaction(store, mode);
  const request = act(transaction.objectStore(store));
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done(request.result);
    transaction.onerror = () => failed(transaction.error);
    transaction.onabort = () => failed(transaction.error);
  });
}

/**
 * What is kept under a key; undefined where nothing is.
 * @param {string} store
 * @param {string} key
 * @returns {Promise<any>}
 */
export const kept = (store, key) => run(store, "readonly", (objects) => objects.get(key));

/**
 * @param {string} store
 * @param {string} key
 * @param {unknown} value
 */
export const keep = (store, key, value) => run(store, "readwrite", (objects) => objects.put(value, key));

/**
 * Keep something under a key that is free: of several tabs that ask at once one succeeds, the others are refused.
 * @param {string} store
 * @param {string} key
 * @param {unknown} value
 */
export const keepOnce = (store, key, value) => run(store, "readwrite", (objects) => objects.add(value, key));

/**
 * What is kept under a key: this value where the key is free, in whichever tab it is asked first.
 * @param {string} store
 * @param {string} key
 * @param {unknown} value
 * @returns {Promise<any>}
 */
export async function keptOr(store, key, value) {
  await keepOnce(store, key, value).catch(() => undefined);
  return kept(store, key);
}

/**
 * Everything that is kept under keys with a beginning, in their order.
 * @param {string} store
 * @param {string} begin
 * @returns {Promise<any[]>}
 */
export const keptFrom = (store, begin) =>
  run(store, "readonly", (objects) => objects.getAll(IDBKeyRange.bound(begin, `${begin}\uffff`)));
