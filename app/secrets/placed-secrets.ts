/** Finds secrets by the place they have: in headers, URLs, commands and files of passwords. */
import { isSecretValue } from './is-secret-value.ts'
import { keyEnds, keyStart } from './key-lines.ts'
import type { FoundAt, SecretRule } from './secret-rule.ts'

/** A value in quotes or without; its group is `secret`, since the mark around it does not matter. */
const word = String.raw`(?:"(?<dq>[^"\n]{1,400})"|'(?<sq>[^'\n]{1,400})'|(?<secret>[^\s"'|;<>&]{1,400}))`
/** The rest of a command, over the lines that a backslash joins; the first that fits counts. */
const onward = String.raw`(?:[^\n\\]|\\\r?\n|\\.){0,400}?`
/** The name and password of a person. */
const login = String.raw`(?:"(?<dq>[^"\s:]{0,100}:[^"\n]{1,400})"|'(?<sq>[^'\s:]{0,100}:[^'\n]{1,400})'|(?<secret>[^\s"':]{0,100}:[^\s"']{1,400}))`

interface Place {
  readonly kind: string
  readonly hints: readonly string[]
  readonly looks: RegExp
  readonly isSecret: (value: string, before: string) => boolean
}

const isPassword = (value: string, before: string): boolean => isSecretValue(value, { quote: '', before, of: 'password' })
/** In `user:password`, the password decides. */
const isLogin = (value: string, before: string): boolean =>
  isPassword(value.slice(value.indexOf(':') + 1), before) && !/^\d+:\d+$/.test(value)
/** The name of a scheme without a credential. */
const scheme = /^(?:basic|bearer|token|digest|apikey|oauth|negotiate|ntlm|header|headers)$/i
const isHeader = (value: string, before: string): boolean => !scheme.test(value) && isPassword(value, before)
/** A credential contains a digit, a lower-case letter before a capital, or a `=`: a plain word contains none of these. */
const isCredential = (value: string, before: string): boolean =>
  /\d|[a-z][A-Z]|=/.test(value) && isSecretValue(value, { quote: '', before, of: 'token' })
const isAny = (value: string, before: string): boolean => isSecretValue(value, { quote: '"', before, of: 'password' })
const isBase64Login = (value: string): boolean => /^[ -~]{1,200}:[ -~]{1,400}$/.test(Buffer.from(value, 'base64').toString('latin1'))

const place = (kind: string, hints: string, looks: string, isSecret: Place['isSecret'] = isPassword): Place => ({
  kind,
  hints: hints.split(' '),
  looks: new RegExp(looks, 'diy'),
  isSecret,
})

const header = 'authorization header'
const command = 'password of a command'

const places: readonly Place[] = [
  // Schemes that say several things: Digest username="…", response="…".
  place(
    header,
    'authorization',
    String.raw`authorization["'\s:=,]{1,12}(?:digest|signature|oauth|hawk|aws4-hmac-sha256)[ \t]{1,4}(?<secret>[^\r\n]{8,2000})`,
    isAny,
  ),
  place(
    header,
    'authorization',
    String.raw`authorization["'\]]{0,2}[ \t]{0,4}[:=,][ \t]{0,4}["'${'`'}]?(?:[a-z][\w-]{1,30}[ \t]{1,4})?(?<secret>[^\s"'${'`'}<>,;\\]{4,4000})`,
    isHeader,
  ),
  place(header, 'bearer basic', String.raw`(?<![A-Za-z0-9])(?:bearer|basic)[ \t]{1,4}(?<secret>[\w.~+/=-]{8,4000})`, isCredential),
  place(
    'cookie',
    'cookie',
    String.raw`(?<![A-Za-z0-9])(?:set-)?cookie2?["']?[ \t]{0,4}:[ \t]{0,4}["'${'`'}]?(?<secret>[\w.$-]{1,100}=[^\r\n"'${'`'}]{4,4000})`,
    isAny,
  ),
  // Without a slash in it first: what follows the host may hold an @ too.
  place(
    'password in a URL',
    '://',
    String.raw`(?<=[a-z][a-z0-9+.-]{1,20})://(?<secret>[^\s/@:?#"'${'`'}<>]{0,200}:[^\s/?#"'${'`'}<>]{1,400})@(?=[\w[.-])`,
    isLogin,
  ),
  place(
    'password in a URL',
    '://',
    String.raw`(?<=[a-z][a-z0-9+.-]{1,20})://(?<secret>[^\s/@:?#"'${'`'}<>]{0,200}:(?!\d{1,5}[/?#])[^\s"'${'`'}<>@]{1,400})@(?=[\w.-]{1,200}(?:[:/?#\s"'${'`'}<>,;)]|$))`,
    isLogin,
  ),
  place(command, 'curl http', String.raw`(?:curl|https?)${onward}[ \t](?:-u|--user|--proxy-user|-a|--auth)[ =]?${login}`, isLogin),
  place(
    command,
    'curl',
    String.raw`curl${onward}[ \t](?:-b|--cookie)[ =]?(?:"(?<dq>[^"\n=]{1,100}=[^"\n]{4,4000})"|'(?<sq>[^'\n=]{1,100}=[^'\n]{4,4000})')`,
    isAny,
  ),
  place(command, 'sshpass', String.raw`sshpass${onward}[ \t]-p[ \t]{0,8}${word}`),
  place(command, 'mysql mariadb', String.raw`(?:mysql|mariadb)[\w-]{0,20}[ \t]${onward}(?<![\w-])-p${word}`),
  place(
    command,
    'docker podman nerdctl helm skopeo buildah oras',
    String.raw`(?:docker|podman|nerdctl|helm|skopeo|buildah|oras)[ \t]${onward}login${onward}[ \t]-p[ \t=]{1,8}${word}`,
  ),
  place(
    command,
    'oc rclone influx mongo',
    String.raw`(?<![\w-])(?:oc[ \t]+login|mongo\w{0,10}|influx)[ \t]${onward}(?<![\w-])-p[ \t]{1,8}${word}`,
  ),
  place(command, 'redis-cli', String.raw`redis-cli[ \t]${onward}(?<![\w-])-a[ \t]{1,8}${word}`),
  place(command, 'ldap', String.raw`ldap(?:search|modify|add|delete|passwd|whoami)[ \t]${onward}(?<![\w-])-w[ \t]{1,8}${word}`),
  place(
    command,
    'sqlcmd bcp zip unzip ipmitool',
    String.raw`(?<![\w-])(?:sqlcmd|bcp|zip|unzip|ipmitool)[ \t]${onward}(?<![\w-])-P[ \t]{0,8}${word}`,
  ),
  place(command, '7z', String.raw`7za?[ \t]${onward}(?<![\w-])-p${word}`),
  place(command, 'pass:', String.raw`(?<=-(?:pass|passin|passout)[ \t]{1,8}["']?)pass:${word}`),
  place(
    command,
    'smbclient rpcclient',
    String.raw`(?:smbclient|rpcclient)[ \t]${onward}-U[ \t]{0,8}["']?[^\s%"']{1,100}%(?<secret>[^\s"']{1,400})`,
  ),
  place(command, 'lftp', String.raw`lftp[ \t]${onward}-u[ \t]{0,8}["']?[^\s,"']{1,100},(?<secret>[^\s"']{1,400})`),
  place(command, 'openssl', String.raw`openssl[ \t]${onward}(?<![\w-])-[kK][ \t]{1,8}${word}`),
  place(command, 'convertto-securestring', String.raw`convertto-securestring[ \t]{1,8}(?:-string[ \t]{1,8})?${word}`),
  place(command, 'net', String.raw`(?<![\w-])net[ \t]{1,8}use[ \t]${onward}\\\\\S{1,200}[ \t]{1,8}(?!/)${word}(?=[ \t]{1,8}/)`),
  place(command, 'xfreerdp', String.raw`xfreerdp3?[ \t]${onward}/p:${word}`),
  place(
    command,
    'htpasswd',
    String.raw`htpasswd[ \t]{1,8}-\w*b\w*[ \t]{1,8}(?:-\w+[ \t]{1,8}){0,4}[^\s-]\S{0,400}[ \t]{1,8}\S{1,100}[ \t]{1,8}${word}`,
  ),
  place(
    command,
    'echo print',
    String.raw`(?:echo|printf|print)[ \t]{1,8}(?:-\w+[ \t]{1,8}){0,3}(?:["']?%s(?:\\+n)?["']?[ \t]{1,8})?${word}[ \t]{0,8}\|[ \t]{0,8}(?:[\w=/.-]{1,40}[ \t]{1,8}){0,4}?(?:sudo[ \t](?:[^\n|;]{0,200}[ \t])?(?:-\w{0,8}S|--stdin)(?![\w-])|[^\n|]{0,300}--password-stdin|[^\n|]{0,300}--with-token|passwd[^\n|]{0,100}--stdin|chpasswd|kinit|cryptsetup|gpg[^\n|]{0,200}--passphrase-fd|su[ \t]|su$|ssh-add|openssl[^\n|]{0,200}stdin)`,
  ),
  place(
    command,
    '<<<',
    String.raw`(?<=(?:--password-stdin|--with-token|--stdin|chpasswd|sudo[ \t](?:[^\n|;]{0,100}[ \t])?-\w{0,8}S)[^\n|;<]{0,100})<<<[ \t]{0,8}${word}`,
  ),
  place(
    command,
    'identified',
    String.raw`identified[ \t]{1,8}(?:with[ \t]{1,8}\S{1,60}[ \t]{1,8})?by[ \t]{1,8}(?:password[ \t]{1,8})?(?:"(?<dq>[^"\n]{1,400})"|'(?<sq>[^'\n]{1,400})')`,
  ),
  // A line of .pgpass.
  place(
    'password in a file of passwords',
    ':',
    String.raw`(?<=(?:^|\n|['"])[\w.*-]{1,200}):(?:\d{2,5}|\*):[^:\s"']{1,100}:[^:\s"']{1,100}:(?<secret>[^\s"':]{1,400})(?=["'\s]|$)`,
  ),
  // The logins of Docker, and of npm.
  place(
    'password in a file of passwords',
    'auth',
    String.raw`(?<=["'])auth["'][ \t]{0,8}:[ \t]{0,8}["'](?<secret>[A-Za-z0-9+/]{4,400}={0,2})["']`,
    isBase64Login,
  ),
]

/** A private key, also one that is cut off. */
const privateKey =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s)(?:[A-Za-z0-9+/=\s\\:,.()]|-(?!----))+(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/y
const puttyKey =
  /PuTTY-User-Key-File-\d:[^\n]{0,100}\n[\s\S]{0,4000}?Private-Lines: \d{1,4}\s{1,4}(?<secret>(?:[A-Za-z0-9+/=]{1,80}\s{1,4}){1,100})/dy

const foundBy = (looks: RegExp, text: string, at: number): (FoundAt & { readonly value: string }) | undefined => {
  looks.lastIndex = at
  const groups = looks.exec(text)?.indices?.groups ?? {}
  const place = ['secret', 'dq', 'sq'].flatMap((group) => (groups[group] === undefined ? [] : [groups[group]]))[0]
  if (place === undefined) return undefined
  const [start, end] = place
  return { start, end, before: text.slice(Math.max(at, start - 40), start), value: text.slice(start, end) }
}

const ruleOf = ({ kind, hints, looks, isSecret }: Place): SecretRule => ({
  kind,
  hints: hints.flatMap((hint) => (hint === ':' ? [':5', ':6', ':*', ':1', ':2', ':3', ':4'] : [hint])),
  by: 'place',
  find: (text, at) => {
    const found = foundBy(looks, text, at)
    return found === undefined || !isSecret(found.value, found.before) ? undefined : found
  },
})

const keyRule: SecretRule = {
  kind: 'private key',
  hints: ['-----begin'],
  by: 'shape',
  find: (text, at) => {
    privateKey.lastIndex = at
    const match = privateKey.exec(text)
    return match === null ? undefined : { start: at, end: at + match[0].length, before: '' }
  },
}

/** The end of a key whose beginning is not in the text. */
const keyEndRule: SecretRule = {
  kind: 'private key',
  hints: ['-----end'],
  by: 'shape',
  find: (text, at) => {
    const mark = keyEnds.exec(text.slice(at, at + 80))
    const line = text.lastIndexOf('\n', at - 1) + 1
    if (mark === null || mark.index !== 0 || at - line > 40) return undefined
    const start = keyStart(text, line)
    return start === line ? undefined : { start, end: at + mark[0].length, before: '' }
  },
}

const puttyRule: SecretRule = {
  kind: 'private key',
  hints: ['putty-user-key'],
  by: 'shape',
  find: (text, at) => foundBy(puttyKey, text, at),
}

export const placedRules: readonly SecretRule[] = [keyRule, keyEndRule, puttyRule, ...places.map(ruleOf)]
