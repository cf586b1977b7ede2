/** Actions on an answer: its SQL, its rows and its picture as files. */
import { Code, Copy, Download, Image } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import { tableFormats, type TableFormat } from '../../../app/model/sql-rows.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { showFailure } from '../../ui/layout/notice.ts'
import { go } from '../../ui/address/location.ts'
import { copyPicture, savePicture, type CardPicture } from './save-picture.ts'

export interface AnswerActionsProps {
  readonly answer: AnalyticsAnswer
  /** undefined: there is no picture. */
  readonly picture: CardPicture | undefined
}

const names: Readonly<Record<TableFormat, string>> = { csv: 'CSV', json: 'JSON', parquet: 'Parquet' }

export const AnswerActions = ({ answer, picture }: AnswerActionsProps): ReactNode => (
  <div className="analytics-actions">
    <Button
      label="Open SQL in the console"
      isIconOnly
      isSmall
      look="quiet"
      icon={<Code size={14} aria-hidden="true" />}
      onPress={() => go({ view: 'sql', sql: answer.sql })}
    />
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="button is-quiet is-small" aria-label="Save rows or picture" title="Save rows or picture">
          <Download size={14} aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {tableFormats.map((format) => (
            <DropdownMenu.Item
              key={format}
              className="menu-entry"
              onSelect={() => void ask('shell.saveTable', { sql: answer.sql, format }).catch(showFailure)}
            >
              Rows as {names[format]}…
            </DropdownMenu.Item>
          ))}
          {picture === undefined ? null : <PictureEntries picture={picture} name={answer.question.name} />}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  </div>
)

/** The picture alone as a file. */
export const PictureActions = ({ picture, name }: { readonly picture: CardPicture; readonly name: string }): ReactNode => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>
      <button type="button" className="button is-quiet is-small" aria-label="Save picture" title="Save picture">
        <Download size={14} aria-hidden="true" />
      </button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
        <PictureEntries picture={picture} name={name} />
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

const pictureFormats = ['png', 'svg'] as const

const PictureEntries = ({ picture, name }: { readonly picture: CardPicture; readonly name: string }): ReactNode => (
  <>
    {pictureFormats.map((format) => (
      <DropdownMenu.Item key={format} className="menu-entry" onSelect={() => void savePicture(picture, name, format).catch(showFailure)}>
        <Image size={14} aria-hidden="true" /> Picture as {format.toUpperCase()}…
      </DropdownMenu.Item>
    ))}
    <DropdownMenu.Item className="menu-entry" onSelect={() => void copyPicture(picture).catch(showFailure)}>
      <Copy size={14} aria-hidden="true" /> Copy picture
    </DropdownMenu.Item>
  </>
)
