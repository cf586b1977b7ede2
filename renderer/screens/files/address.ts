/** The address of the files that agents read and changed. */
import { declareAddress } from '../../ui/address/address.ts'
import { oneOf } from '../../ui/address/read-fields.ts'

/** Ways to look at a file: its content, the difference between two versions, who wrote each line, all versions, all calls, the file on disk. */
export const faces = [
  ['content', 'Content'],
  ['diff', 'Diff'],
  ['blame', 'Blame'],
  ['versions', 'Versions'],
  ['calls', 'Calls'],
  ['disk', 'Disk'],
] as const
export type FileFace = (typeof faces)[number][0]

/** The files that agents read and changed, and one of them at one of its versions. */
export interface FilesAddress {
  readonly view: 'files'
  readonly text: string | undefined
  readonly project: string | undefined
  readonly session: string | undefined
  /** The file that is shown. */
  readonly path: string | undefined
  readonly face: FileFace
  /** Its version, as versionKey names it; undefined: the newest. */
  readonly version: string | undefined
  /** The version that it is compared with; undefined: the one before. */
  readonly against: string | undefined
  /** A commit at whose end the file is shown, while no version is chosen. */
  readonly at: string | undefined
  /** `sourceId:line:block` of the call that is read, and the commit that contains it. */
  readonly call: string | undefined
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
  face: 'content',
  version: undefined,
  against: undefined,
  at: undefined,
  call: undefined,
  commit: undefined,
}

/** A file in the list of all or of a session. */
export const filePlace = (path: string, session?: string): FilesAddress => ({ ...filesAddress, path, session })

const faceNames = faces.map(([face]) => face)

export const filesView = declareAddress('files', {
  fields: ({ text, project, session, path, face, version, against, at, call, commit }) => ({
    text,
    project,
    session,
    path,
    face: face === 'content' ? undefined : face,
    version,
    against,
    at,
    call,
    commit,
  }),
  parse: (path, { text, project, session, path: file, face, version, against, at, call, commit }) =>
    path.length > 0
      ? undefined
      : {
          view: 'files',
          text,
          project,
          session,
          path: file,
          face: oneOf(faceNames, face) ?? 'content',
          version,
          against,
          at,
          call,
          commit,
        },
})
