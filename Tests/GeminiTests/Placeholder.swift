// Tests of Gemini.
