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

/** Searches when the typing pauses, or at once on Enter; '/' brings the focus here. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const input = useRef<InputRef>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  const [text, setText] = useState(value)
  useShortcut('/', 'Search', () => input.current?.focus({ cursor: 'all' }))

  // Back, a link, or a cleared filter changes the search from outside; what was sent from here is older than the text.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    clearTimeout(timer.current)
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (q: string) => {
    clearTimeout(timer.current)
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
