/** The address of the files that agents read and changed. */
import { declareAddress } from '../../ui/address/address.ts'

/** The files that agents read and changed, and the calls of one of them. */
export interface FilesAddress {
  readonly view: 'files'
  readonly text: string | undefined
  readonly project: string | undefined
  readonly session: string | undefined
  /** The file whose calls are listed. */
  readonly path: string | undefined
  /** `sourceId:line:block` of the call that is read, and the commit that holds it. */
  readonly at: string | undefined
  readonly commit: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly files: FilesAddress
  }
}

export const filesAddress: FilesAddress = {
  view: 'files',
  text: undefined,
  project: undefined,
  session: undefined,
  path: undefined,
  at: undefined,
  commit: undefined,
}

export const filesView = declareAddress('files', {
  fields: ({ text, project, session, path, at, commit }) => ({ text, project, session, path, at, commit }),
  parse: (path, { text, project, session, path: file, at, commit }) =>
    path.length > 0 ? undefined : { view: 'files', text, project, session, path: file, at, commit },
})
