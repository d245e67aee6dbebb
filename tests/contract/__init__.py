"""The laws every title must keep; they run over every title found, by themselves."""
