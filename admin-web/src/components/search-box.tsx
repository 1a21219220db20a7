import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '../lib/shortcuts.ts'

const pauseMs = 300

interface SearchBoxProps {
  label: string
  value: string
  onSearch: (q: string) => void
}

/** Searches after a pause in typing, or immediately on Enter; '/' moves the focus here. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const input = useRef<InputRef>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  const [text, setText] = useState(value)
  useShortcut('/', 'Search', () => input.current?.focus({ cursor: 'all' }), {
    isCommand: false,
  })

  // Applies changes by Back, links or a cleared filter. A value sent from here is not applied, and neither is one that
  // arrives while the operator types: the text is newer.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    if (timer.current === undefined) setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (q: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (q.trim() === sent.current) return
    sent.current = q.trim()
    onSearch(q)
  }
  const type = (q: string) => {
    setText(q)
    clearTimeout(timer.current)
    timer.current = setTimeout(search, pauseMs, q)
  }
  return (
    <Input
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      className="search-box"
      prefix={<SearchOutlined aria-hidden />}
      maxLength={100}
      allowClear
      value={text}
      onChange={({ target }) => type(target.value)}
      onPressEnter={() => search(text)}
      onKeyDown={({ key }) => key === 'Escape' && input.current?.blur()}
    />
  )
}
