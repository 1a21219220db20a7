import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  LoadingOutlined,
} from '@ant-design/icons'
import { isReference, referenceRefusal } from '@prankpost/contracts/constants'
import { textSlot, useSlot } from '@prankpost/web-kit/storage'
import { Checkbox, Input, type InputRef, Modal } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNotify } from '../../../lib/notify.ts'
import { type Scan, type ScanOutcome, useScans } from './use-scans.ts'

/** This browser's choices: `off` for silence, `ask` for a tracking number after each code. */
const sound = textSlot('local', 'prankpost-admin-scan-sound')
const tracking = textSlot('local', 'prankpost-admin-scan-tracking')

const icons = {
  sending: <LoadingOutlined />,
  good: <CheckCircleFilled />,
  known: <ExclamationCircleFilled />,
  bad: <CloseCircleFilled />,
  unknown: <ExclamationCircleFilled />,
}
const titles: Record<ScanOutcome, string> = {
  sending: 'Sending...',
  good: 'Shipped',
  known: 'Already shipped',
  bad: 'Not shipped',
  unknown: 'Not known',
}

/**
 * Ships parcels with a scanner that types the code and Enter. The field has the focus, also after a click or a tap; no
 * mouse is needed.
 */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const isLoud = useSlot(sound) !== 'off'
  const asks = useSlot(tracking) === 'ask'
  const fieldId = useId()
  const [text, setText] = useState('')
  /** The code whose tracking number is asked for. */
  const [waitingCode, setWaitingCode] = useState<string | null>(null)
  const field = useRef<InputRef>(null)
  const { scans, submit, refuse } = useScans(isLoud)
  const notify = useNotify()
  const [last] = scans

  const enter = (event: FormEvent) => {
    event.preventDefault()
    const scanned = text.trim()
    if (waitingCode !== null) return enterNumber(waitingCode, scanned)
    if (scanned === '') return
    setText('')
    if (asks) setWaitingCode(scanned)
    else submit(scanned, '')
  }
  const enterNumber = (parcelCode: string, trackingNumber: string) => {
    setText('')
    if (isReference(trackingNumber)) {
      const wanted = `${parcelCode} still waits for its tracking number, or Enter for none.`
      return refuse(trackingNumber, `${referenceRefusal} ${wanted}`)
    }
    submit(parcelCode, trackingNumber)
    setWaitingCode(null)
  }
  const setAsks = (isOn: boolean) => {
    tracking.set(isOn ? 'ask' : '')
    if (!isOn && waitingCode !== null) enterNumber(waitingCode, '')
  }
  const close = () => {
    if (waitingCode !== null)
      notify.warning('Not Shipped', `${waitingCode} still waited for its tracking number.`)
    onClose()
  }
  const focusField = () => field.current?.focus()
  return (
    <Modal
      open
      width={760}
      className="scan"
      title="Scan parcels"
      footer={null}
      mask={{ closable: false }}
      afterOpenChange={(isOpen) => isOpen && focusField()}
      // Of every click and tap, also of those that a checkbox does not pass on.
      wrapProps={{ onClickCapture: focusField }}
      onCancel={close}
    >
      <form onSubmit={enter}>
        <label htmlFor={fieldId}>
          <strong>
            {waitingCode === null
              ? 'Code on the label'
              : `Tracking number of ${waitingCode} (Enter for none)`}
          </strong>
        </label>
        <Input
          key={waitingCode === null ? 'code' : 'tracking'}
          id={fieldId}
          ref={field}
          size="large"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
      <div className="scan-choices">
        <Checkbox checked={asks} onChange={({ target }) => setAsks(target.checked)}>
          Ask for tracking numbers
        </Checkbox>
        <Checkbox checked={isLoud} onChange={({ target }) => sound.set(target.checked ? '' : 'off')}>
          Sound
        </Checkbox>
      </div>
      {asks && waitingCode !== null && (
        <p className="hint">Without the check mark, {waitingCode} is shipped without a number.</p>
      )}
      <div className="scan-outcome" data-outcome={last?.outcome} role="status" aria-live="assertive">
        {last ? <Outcome scan={last} /> : <p>Scan the first label.</p>}
      </div>
      {scans.length > 1 && (
        <ol className="scan-earlier" aria-label="Earlier scans">
          {scans.slice(1).map((scan) => (
            <li key={scan.key} data-outcome={scan.outcome}>
              {icons[scan.outcome]} <strong>{scan.code}</strong> {titles[scan.outcome]}
              {scan.parcel && `, ${scan.parcel.prank.name}`}
            </li>
          ))}
        </ol>
      )}
    </Modal>
  )
}

function Outcome({ scan: { code, outcome, message, parcel } }: { scan: Scan }) {
  return (
    <>
      <p className="scan-title">
        {icons[outcome]} {titles[outcome]}
      </p>
      <p>
        {code}: {message}
      </p>
      {parcel && (
        <p>
          <strong>
            {parcel.quantity} × {parcel.prank.name}
          </strong>
          {parcel.recipient &&
            ` to ${parcel.recipient.name}, ${parcel.recipient.city} ${parcel.recipient.state}`}
        </p>
      )}
    </>
  )
}
